/** Checks that every screen of the signing page must pass, in every language. */
import { expect, test } from '@jest/globals';
import { accessibilityFaults, desktop, narrowest, phone, sidewaysOverflow } from './signing-page.ts';
import type { OpenScreen } from './signing-screens.ts';

/**
 * Declares a test for each screen: axe finds nothing on a phone, nor on a desktop if the text runs from left to right, and 320 pixels
 * are wide enough. The elements of a desktop are the same in both directions.
 */
export function testScreens(screens: Record<string, OpenScreen>, locale: string): void {
  test.each(Object.entries(screens))(
    '%s: axe finds nothing, and nothing overflows at 320 pixels',
    async (_name, open) => {
      const page = await open({ ...desktop, locale });
      if (locale !== 'ar') expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize(phone.viewport);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize(narrowest.viewport);
      expect(await sidewaysOverflow(page)).toBe(0);
      // The text and its direction match the language of the page.
      const spoken = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
      expect(spoken).toEqual(locale === 'ar' ? ['ar', 'rtl'] : [locale.split('-')[0], 'ltr']);
    },
  );
}
