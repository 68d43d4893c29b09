declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  interface Store {
    putContent(path: string, content: unknown): Promise<[number, string]>;
    copyObject(
      fromBucket: string,
      from: string,
      toBucket: string,
      to: string,
      metadata?: object,
    ): Promise<unknown>;
    deleteObject(bucket: string, key: string): Promise<void>;
    existsObject(bucket: string, key: string): Promise<boolean>;
    getMetadata(bucket: string, key: string): Promise<unknown>;
    getResourcePath(bucket: string, key: string | undefined, part: string): string;
    getObject(bucket: string, key: string, range?: { start?: number; end?: number }): Promise<unknown>;
  }

  export default class S3rver {
    readonly store: Store;
    readonly middleware: Array<
      (
        ctx: {
          method: string;
          path: string;
          query: Record<string, string | undefined>;
          headers: Record<string, string | undefined>;
          app: unknown;
          status: number;
          body: unknown;
        },
        next: () => Promise<void>,
      ) => unknown
    >;
    readonly httpServer: Server;
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      vhostBuckets: boolean;
      directory: string;
      configureBuckets: Array<{ name: string; configs: string[] }>;
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  /** The account that owns everything. It may have several keys. */
  export const DUMMY_ACCOUNT: { createKeyPair(accessKeyId: string, secretAccessKey: string): void };
}
