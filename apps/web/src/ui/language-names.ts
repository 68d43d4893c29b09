import type { PageLanguage } from '@countersign/contract/signing';

/** Each with its own name for itself. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'fr', name: 'Français' },
  { tag: 'es', name: 'Español' },
  { tag: 'ar', name: 'العربية' },
] as const satisfies readonly { tag: PageLanguage; name: string }[];
