import type { PageLanguage } from '@countersign/contract/signing';

/** The name of each language in that language. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'fr', name: 'Français' },
  { tag: 'es', name: 'Español' },
  { tag: 'ar', name: 'العربية' },
] as const satisfies readonly { tag: PageLanguage; name: string }[];
