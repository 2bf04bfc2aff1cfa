// The entry point that older installations name in their units. main.mjs starts without Node's type stripper (decision 0001).
import './main.mjs'
