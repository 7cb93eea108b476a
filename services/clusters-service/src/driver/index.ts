export { createDriver, type DriverOptions } from './driver.ts'
