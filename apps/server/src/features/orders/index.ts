export { placeOrder } from './place-order.ts'
