// What installations of before start: main.mjs is lighter by Node's type stripper.
import './main.mjs'
