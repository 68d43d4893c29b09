/** Values that are encrypted at rest. */
import { secretKeyOf } from '@countersign/core/open-base';
import { countUnderOtherKeys, rotateSecrets } from '@countersign/core/privacy/rotate-secrets';
import { createSecrets } from '@countersign/core/secrets';
import { silentLog } from '@countersign/log/port';
import { type Command, readOptions, table } from '../command.ts';

export const secretCommands: Command[] = [
  {
    words: ['secrets', 'rotate'],
    usage: 'secrets rotate',
    summary:
      'encrypt with SECRET_KEY what is still encrypted with SECRET_KEY_PREVIOUS; can be interrupted and repeated',
    run: async (context, words) => {
      readOptions(words, { required: [] });
      const { config, db, print } = context;
      const secrets = createSecrets(await secretKeyOf(config, silentLog), config.SECRET_KEY_PREVIOUS);
      if (!secrets.rotates) throw new Error('SECRET_KEY_PREVIOUS is not set, so there is nothing to rotate.');
      const done = await rotateSecrets({ db, secrets });
      const left = await countUnderOtherKeys({ db, secrets });
      print(
        table(
          done.map(({ what, rotated, unreadable }, at) => ({
            what,
            rotated,
            unreadable,
            left: left[at]?.count ?? 0,
          })),
        ),
      );
      if (done.some(({ unreadable }) => unreadable > 0))
        throw new Error(
          'Some values cannot be decrypted with any key: add their key to SECRET_KEY_PREVIOUS.',
        );
    },
  },
];
