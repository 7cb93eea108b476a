export { addNodePoolControllers } from './controllers.ts'
