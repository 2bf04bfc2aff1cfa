import S3rver from 's3rver'
import { temporaryFolder } from '../temporary-folder.ts'

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>

/** An S3 of one bucket on a free port of 127.0.0.1, in a folder that goes with it. */
export async function startFakeS3() {
  const folder = temporaryFolder('parvis-s3')
  const directory = folder.path
  const bucket = 'parvis'
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    /** Where its objects are files. */
    directory,
    /** The one key pair that s3rver knows. */
    keys: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}
