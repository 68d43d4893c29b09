/** Replaces `weed server … -s3.port=… -s3.config=…`: an S3 server with the accounts of that file, and the master's status page. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { startS3 } from '../../support/s3.ts';

const flag = (name: string) => {
  const found = process.argv.find((word) => word.startsWith(`-${name}=`));
  if (!found) throw new Error(`-${name} is missing`);
  return found.slice(name.length + 2);
};
const { identities } = JSON.parse(readFileSync(flag('s3.config'), 'utf8')) as {
  identities: Array<{ credentials: Array<{ accessKey: string; secretKey: string }> }>;
};
const s3 = await startS3({
  address: flag('ip.bind'),
  port: Number(flag('s3.port')),
  directory: `${flag('dir')}/buckets`,
  buckets: [],
  accounts: identities.flatMap(({ credentials }) =>
    credentials.map(({ accessKey, secretKey }) => ({ accessKeyId: accessKey, secretAccessKey: secretKey })),
  ),
});
const status = createServer((request, response) => {
  response.statusCode = request.url === '/cluster/status' ? 200 : 404;
  response.end('{"IsLeader":true}');
}).listen(9333, '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    status.close();
    void s3.close().then(() => process.exit(0));
  });
