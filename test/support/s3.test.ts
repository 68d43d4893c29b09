import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Storage } from '@countersign/storage/s3-storage';
import { afterAll, expect, test } from '@jest/globals';
import { s3Credentials, startTestS3 } from './s3.ts';

const s3 = await startTestS3(join(tmpdir(), `countersign-s3-${randomUUID()}`), ['uploads']);
afterAll(s3.close);

test('an upload stays while the only other upload is removed', async () => {
  const storage = createS3Storage({
    bucket: 'uploads',
    endpoint: s3.url,
    region: 'us-east-1',
    pathStyle: true,
    credentials: s3Credentials,
  });
  let earlier: string | null = null;
  for (let round = 0; round < 100; round += 1) {
    const name = `upload-${round}`;
    const url = await storage.presignUpload!(name, { expiresSeconds: 60 });
    const [answer] = await Promise.all([
      fetch(url, { method: 'PUT', body: name }),
      earlier && storage.discardUpload!(earlier),
    ]);
    expect(answer.status).toBe(200);
    expect(await storage.adoptUpload!(name, { maxBytes: 100 })).toMatchObject({ sizeBytes: name.length });
    earlier = name;
  }
});
