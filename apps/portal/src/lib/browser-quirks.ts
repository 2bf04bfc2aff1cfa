/**
 * What the portal uses and Safari has since iOS 17.4 alone, for the phones that stay at iOS 16 (iPhone 8, X): without it their pages of
 * instants and messages fail as they open. Imported before anything that uses it.
 */
const newer = [
  [Map, 'groupBy', groupBy],
  [Promise, 'withResolvers', withResolvers],
] as const

for (const [owner, name, make] of newer) if (!(name in owner)) Reflect.set(owner, name, make)

function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const [index, item] of [...items].entries()) {
    const key = keyOf(item, index)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  const parts = {} as PromiseWithResolvers<T>
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}

/**
 * A browser that translates the page replaces its texts by elements of its own, behind React, which then throws as soon as it removes
 * such a text or inserts something before it (react issue 11538). What is gone counts as removed; what has no neighbour left is appended.
 */
const remove = Reflect.get(Node.prototype, 'removeChild') as (this: Node, child: Node) => Node
const insert = Reflect.get(Node.prototype, 'insertBefore') as (this: Node, node: Node, next: Node | null) => Node

Node.prototype.removeChild = function <T extends Node>(child: T): T {
  if (child.parentNode === this) remove.call(this, child)
  return child
}

Node.prototype.insertBefore = function <T extends Node>(node: T, next: Node | null): T {
  insert.call(this, node, next?.parentNode === this ? next : null)
  return node
}

export {}
