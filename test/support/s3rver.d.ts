declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  interface Store {
    putContent(path: string, content: unknown): Promise<[number, string]>;
    getObject(bucket: string, key: string, range?: { start?: number; end?: number }): Promise<unknown>;
  }

  export default class S3rver {
    readonly store: Store;
    readonly middleware: Array<(ctx: { path: string; app: unknown }, next: () => Promise<void>) => unknown>;
    readonly httpServer: Server;
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: Array<{ name: string; configs: string[] }>;
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
