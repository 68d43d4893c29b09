import { describe, expect, test } from '@jest/globals';
import { findSigningPlaces, maxPlacesPerPage, peopleOfPlaces, type TextPiece } from './signing-places.ts';

const a4 = { width: 595, height: 842 };
/** A piece of text in 10 point, with characters 5 points wide. */
const piece = (text: string, x: number, y: number): TextPiece => ({
  text,
  x,
  y,
  width: text.length * 5,
  size: 10,
});
const line = '_'.repeat(30);
const find = (...pieces: TextPiece[]) => findSigningPlaces(1, pieces, a4);
const shortly = (pieces: TextPiece[]) => find(...pieces).map(({ type, label }) => `${type}: ${label}`);

describe('a place to sign', () => {
  test('is a label with a line, whose left and bottom edges the field takes', () => {
    const [place, ...others] = find(piece(`Signature: ${line}`, 72, 700));
    expect(others).toEqual([]);
    expect(place).toMatchObject({ type: 'signature', page: 1, label: 'Signature' });
    // 11 characters before the line, 3 points below the baseline.
    expect(place!.x * a4.width).toBeCloseTo(72 + 55);
    expect((place!.y + place!.h) * a4.height).toBeCloseTo(703);
    expect(place!.w * a4.width).toBeCloseTo(150);
  });

  test('is found in pieces, with dots, and several on one line', () => {
    expect(shortly([piece('Signature:', 72, 700), piece(line, 130, 700)])).toEqual(['signature: Signature']);
    expect(shortly([piece('Unterschrift ...................................', 72, 700)])).toEqual([
      'signature: Unterschrift',
    ]);
    expect(shortly([piece(`Date: ${'_'.repeat(12)} Signature: ${line}`, 72, 700)])).toEqual([
      'date: Date',
      'signature: Signature',
    ]);
  });

  test('is a line with its label below, in each column', () => {
    const columns = [piece(line, 72, 700), piece(line, 320, 700)];
    expect(shortly([...columns, piece('Tenant signature', 72, 714), piece('Date', 320, 714)])).toEqual([
      'signature: Tenant signature',
      'date: Date',
    ]);
    expect(shortly([...columns, piece('Signature', 72, 760)])).toEqual([]);
  });

  test('is a label with a colon and space where the line is not text', () => {
    expect(shortly([piece('By:', 72, 700), piece('Name:', 320, 700)])).toEqual([
      'signature: By',
      'name: Name',
    ]);
    expect(shortly([piece('Signature', 72, 700)])).toEqual([]);
  });

  test.each([
    ['Firma: ', 'signature: Firma'],
    ['Podpis: ', 'signature: Podpis'],
    ['署名：', 'signature: 署名'],
    ['日期：', 'date: 日期'],
    ['Initials ', 'initials: Initials'],
    ['Signature date ', 'date: Signature date'],
    ['Print name: ', 'name: Print name'],
  ])('is named %s', (label, found) => {
    expect(shortly([piece(`${label}${line}`, 72, 700)])).toEqual([found]);
  });

  test.each([
    `Date of birth: ${line}`,
    `Amount due: ${line}`,
    'This agreement needs the signature of both parties.',
    'Signature, date and name are needed. snake_case is not a line.',
    line,
  ])('is not %s', (text) => {
    expect(shortly([piece(text, 72, 700)])).toEqual([]);
  });

  test('stays on its page and is limited in number', () => {
    const many = Array.from({ length: 200 }, (_, index) => piece(`Signature: ${line}`, 500, index * 4));
    const places = find(...many);
    expect(places).toHaveLength(maxPlacesPerPage);
    for (const { x, y, w, h } of places) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + w, y + h)).toBeLessThanOrEqual(1 + 1e-9);
    }
    const drawing = Array.from({ length: 20_001 }, () => piece(`Signature: ${line}`, 72, 700));
    expect(find(...drawing)).toEqual([]);
  });
});

describe('the person of a place', () => {
  const people = [
    { key: 'l', name: 'Landlord', role: 'signer' },
    { key: 't', name: 'Tenant', role: 'signer' },
    { key: 'c', name: 'Office', role: 'cc' },
  ];
  const owners = (...pieces: TextPiece[]) => peopleOfPlaces(find(...pieces), people, 'fallback');

  test('is named in its label, or above it in its column', () => {
    expect(owners(piece(`Signature of the tenant: ${line}`, 72, 700))).toEqual(['t']);
    const heads = [piece('LANDLORD', 72, 660), piece('TENANT', 320, 660)];
    expect(owners(...heads, piece(`Signed ${line}`, 72, 700), piece(`Signed ${line}`, 320, 700))).toEqual([
      'l',
      't',
    ]);
  });

  test('follows the order of the signers when there are as many signatures, and dates follow their signature', () => {
    expect(
      owners(
        piece(`Signature: ${line}`, 72, 300),
        piece(`Date: ${line}`, 72, 320),
        piece(`Signature: ${line}`, 72, 600),
        piece(`Date: ${line}`, 72, 620),
      ),
    ).toEqual(['l', 'l', 't', 't']);
  });

  test('is otherwise the one that fields are placed for', () => {
    expect(owners(piece(`Signature: ${line}`, 72, 300))).toEqual(['fallback']);
    expect(owners(piece(`Landlord and tenant sign. Signature: ${line}`, 72, 300))).toEqual(['fallback']);
  });
});
