/**
 * Records in an IndexedDB database of their own, by their `key`, with their files; in the memory of the tab where the browser
 * forbids IndexedDB (some private windows) or cannot copy a record.
 */
export function browserStore<T extends { key: string }>(name: string) {
  const inMemory = new Map<string, T>()
  let opening: Promise<IDBDatabase> | undefined
  const run = async <R, O>(mode: IDBTransactionMode, work: (items: IDBObjectStore) => IDBRequest<R>, otherwise: O) => {
    try {
      opening ??= open(name)
      const transaction = (await opening).transaction('items', mode)
      const request = work(transaction.objectStore('items'))
      // Committed at once: a page that is being closed never hears that the request succeeded, and would commit nothing.
      if (mode === 'readwrite') transaction.commit()
      return await committed(transaction, request)
    } catch {
      return otherwise
    }
  }
  return {
    read: async (): Promise<T[]> => [
      ...inMemory.values(),
      ...(await run('readonly', (items): IDBRequest<T[]> => items.getAll(), [])),
    ],
    has: async (key: string) => inMemory.has(key) || (await run('readonly', (items) => items.count(key), 0)) > 0,
    put: async (item: T) => {
      const isStored = await run('readwrite', (items) => items.put(item), false)
      if (isStored === false) inMemory.set(item.key, item)
      else inMemory.delete(item.key)
    },
    remove: async (key: string) => {
      inMemory.delete(key)
      await run('readwrite', (items) => items.delete(key), undefined)
    },
    clear: async () => {
      inMemory.clear()
      await run('readwrite', (items) => items.clear(), undefined)
    },
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('items', { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** The result once the transaction is committed: a record that was answered for survives a killed tab. */
function committed<R>(transaction: IDBTransaction, request: IDBRequest<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
