/** What the request log keeps of an address: ids, numbers, times and words of a fixed vocabulary. */
import { encodeId } from '@countersign/contract/ids';
import { describe, expect, test } from '@jest/globals';
import { scrubPath, scrubQuery } from './scrub.ts';

const uuid = '00000000-0000-7000-8000-000000000001';
const [doc, tpl] = [encodeId('doc', uuid), encodeId('tpl', uuid)];

describe('the path', () => {
  test.each([uuid, doc, tpl, '7', '1'.repeat(15)])('keeps the parameter %s', (id) => {
    expect(scrubPath('/v1/things/{id}/parts', `/v1/things/${id}/parts`)).toBe(`/v1/things/${id}/parts`);
  });

  test.each(['ada', 'ada@example.test', '', 'doc_x', '1'.repeat(16)])('loses the parameter "%s"', (text) => {
    expect(scrubPath('/v1/things/{id}/parts', `/v1/things/${text}/parts`)).toBe('/v1/things/…/parts');
  });

  test('has the words of the route, also if it was shorter', () => {
    expect(scrubPath('/v1/things/{id}', '/V1/Ada')).toBe('/v1/things/…');
  });
});

describe('the query', () => {
  const of = (query: string) => scrubQuery(`/v1/things?${query}`);

  test.each([
    'limit=7',
    'offset=0',
    'rows_limit=5',
    'rows_after=3',
    'wait=10',
    'after=12',
    'after=evt_outbox_12',
    'after=latest',
    `starting_after=${doc}`,
    `folder_id=${uuid}`,
    'folder_id=none',
    `bulk_send_id=${uuid}`,
    `template_id=${tpl}`,
    `key_id=${uuid}`,
    `document_id=${doc}`,
    'status=sent,voided',
    'version=sealed',
    'sort=-title',
    'method=POST',
    'skip_invalid=true',
    'created_after=2026-01-01',
    'created_before=2026-01-01T00:00:00.000Z',
  ])('keeps %s', (query) => {
    expect(of(query)).toBe(query);
  });

  test.each([
    ['limit=ada', 'limit=…'],
    ['starting_after=Ada', 'starting_after=…'],
    ['status=ada@example.test', 'status=…'],
    ['created_after=ada', 'created_after=…'],
    ['q=ada&limit=7', 'q=…&limit=7'],
    ['a', 'a=…'],
    ['Ada=1', '…=…'],
    ['ada%40example.test=1', '…=…'],
    ['constructor=ada', 'constructor=…'],
  ])('of %s keeps %s', (query, kept) => {
    expect(of(query)).toBe(kept);
  });

  test('is null without parameters', () => {
    expect([scrubQuery('/v1/things'), of(''), of('&')]).toEqual([null, null, null]);
  });

  test('keeps at most 20 parameters and 500 characters', () => {
    const many = (name: string) => Array.from({ length: 21 }, () => `${name}=…`);
    expect(of(Array(21).fill('q=ada').join('&'))).toBe(many('q').slice(1).join('&'));
    const long = `q${'_'.repeat(39)}`;
    expect(of(Array(21).fill(`${long}=ada`).join('&'))).toBe(many(long).join('&').slice(0, 500));
  });
});
