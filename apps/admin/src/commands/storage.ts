/** The storage of PDFs. */
import { type CopyReport, copyBlobs } from '@countersign/storage/copy';
import { createStorage, openStorage } from '@countersign/storage/open-storage';
import { type Command, numbered, readOptions } from '../command.ts';

const reportEveryMs = 5000;

export const storageCommands: Command[] = [
  {
    words: ['storage', 'create'],
    usage: 'storage create',
    summary: 'make the bucket or folder of STORAGE_URL unless it is there; safe to repeat',
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
      'copy every stored file from one STORAGE_URL to another, proven by digest; safe to stop and repeat',
    runAlone: async (context, words) => {
      const { options } = readOptions(words, { required: ['from', 'to'] });
      const [from, to] = await Promise.all([
        openStorage(options.from, { mustExist: true }),
        openStorage(options.to),
      ]);
      await Promise.all([from.check(), to.check()]);
      let reported = performance.now();
      const report = await copyBlobs(from, to, (sofar) => {
        if (performance.now() - reported < reportEveryMs) return;
        reported = performance.now();
        context.print(describe(sofar));
      });
      context.print(describe(report));
      if (report.damaged.length > 0) {
        throw new Error(
          `Damaged in the source and not copied; restore them from a backup:\n${report.damaged.map((name) => `  ${name}`).join('\n')}`,
        );
      }
      // A folder that is not there looks like an empty one: no success to build on.
      if (report.seen === 0)
        throw new Error(
          `--from ${withoutParameters(options.from)} holds no file. Is it the STORAGE_URL in use?`,
        );
      return 0;
    },
  },
];

function withoutParameters(url: string): string {
  return url.replace(/\?.*$/, '');
}

function describe({ seen, copied, copiedBytes, present, damaged }: Readonly<CopyReport>): string {
  return `${numbered(seen, 'file')}: ${copied} copied (${(copiedBytes / 1e6).toFixed(1)} MB), ${present} there already, ${damaged.length} damaged.`;
}
