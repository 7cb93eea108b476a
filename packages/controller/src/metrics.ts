export { type Counter, type Gauge, type Histogram, Metrics } from '@skep/base'
