/** The storage of PDFs. */
import { type CopyReport, copyBlobs } from '@countersign/storage/copy';
import { createStorage, openStorage } from '@countersign/storage/open-storage';
import { type Command, numbered, readOptions } from '../command.ts';

const reportEveryMs = 5000;

export const storageCommands: Command[] = [
  {
    words: ['storage', 'create'],
    usage: 'storage create',
    summary: 'create the bucket or folder of STORAGE_URL if it does not exist; can be repeated',
    runAlone: async ({ config, print }, words) => {
      readOptions(words, { required: [] });
      await createStorage(config.storageUrl);
      print(`${withoutParameters(config.storageUrl)} is ready.`);
      return 0;
    },
  },
  {
    words: ['storage', 'copy'],
    usage: 'storage copy --from URL --to URL',
    summary:
      'copy all files from one STORAGE_URL to another and verify their digests; can be interrupted and repeated',
    runAlone: async (context, words) => {
      const { options } = readOptions(words, { required: ['from', 'to'] });
      const [from, to] = await Promise.all([
        openStorage(options.from, { mustExist: true }),
        openStorage(options.to),
      ]);
      await Promise.all([from.check(), to.check()]);
      let reported = performance.now();
      const report = await copyBlobs(from, to, (progress) => {
        if (performance.now() - reported < reportEveryMs) return;
        reported = performance.now();
        context.print(describe(progress));
      });
      context.print(describe(report));
      if (report.damaged.length > 0) {
        throw new Error(
          `These files are damaged in the source and were not copied; restore them from a backup:\n${report.damaged.map((name) => `  ${name}`).join('\n')}`,
        );
      }
      // A missing folder looks like an empty one, so an empty source is an error.
      if (report.seen === 0)
        throw new Error(
          `--from ${withoutParameters(options.from)} contains no files. Is it the right STORAGE_URL?`,
        );
      return 0;
    },
  },
];

function withoutParameters(url: string): string {
  return url.replace(/\?.*$/, '');
}

function describe({ seen, copied, copiedBytes, present, damaged }: Readonly<CopyReport>): string {
  return `${numbered(seen, 'file')}: ${copied} copied (${(copiedBytes / 1e6).toFixed(1)} MB), ${present} already there, ${damaged.length} damaged.`;
}
