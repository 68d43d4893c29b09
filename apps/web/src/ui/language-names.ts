import type { PageLanguage } from '@countersign/contract/signing';

/** The name of each language in that language. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'fr', name: 'Français' },
  { tag: 'es', name: 'Español' },
  { tag: 'ar', name: 'العربية' },
  { tag: 'it', name: 'Italiano' },
  { tag: 'pt', name: 'Português' },
  { tag: 'nl', name: 'Nederlands' },
  { tag: 'pl', name: 'Polski' },
  { tag: 'ja', name: '日本語' },
  { tag: 'zh', name: '简体中文' },
] as const satisfies readonly { tag: PageLanguage; name: string }[];
