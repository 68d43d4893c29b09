import { newId } from '@countersign/contract/ids';
import { describe, expect, test } from '@jest/globals';
import { createSecrets } from '../secrets.ts';
import { isLinkOf, linkToken, recipientIdOf, recipientOfIssued } from './link.ts';

const secrets = createSecrets('a secret for tests, thirty-two characters and more');

describe('signing links', () => {
  test("the same recipient and version give the same token, which contains the recipient's id", () => {
    const recipient = { id: newId(), linkVersion: 1 };
    const token = linkToken(secrets, recipient);
    expect(linkToken(secrets, recipient)).toBe(token);
    expect(recipientIdOf(token)).toBe(recipient.id);
    expect(isLinkOf(secrets, token, recipient)).toBe(true);
  });

  test('another version, recipient, secret or a changed character is refused', () => {
    const recipient = { id: newId(), linkVersion: 1 };
    const token = linkToken(secrets, recipient);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    expect(isLinkOf(secrets, token, { ...recipient, linkVersion: 2 })).toBe(false);
    expect(isLinkOf(secrets, token, { ...recipient, id: newId() })).toBe(false);
    expect(isLinkOf(createSecrets('x'.repeat(40)), token, recipient)).toBe(false);
    expect(isLinkOf(secrets, token.slice(0, -1) + last, recipient)).toBe(false);
  });

  test('a link of the first four versions is known as ours without the database, another text is not', () => {
    const id = newId();
    for (const linkVersion of [1, 2, 3, 4])
      expect(recipientOfIssued(secrets, linkToken(secrets, { id, linkVersion }))).toBe(id);
    expect(recipientOfIssued(secrets, linkToken(secrets, { id, linkVersion: 5 }))).toBeNull();
    const ofAnother = createSecrets('x'.repeat(40));
    expect(recipientOfIssued(secrets, linkToken(ofAnother, { id, linkVersion: 1 }))).toBeNull();
    expect(recipientOfIssued(secrets, 'a'.repeat(48))).toBeNull();
    expect(recipientOfIssued(secrets, 'abc')).toBeNull();
  });

  test('text that is not a token gives no recipient', () => {
    for (const text of ['', 'abc', '../../etc/passwd', 'a'.repeat(49), 'ä'.repeat(48)])
      expect(recipientIdOf(text)).toBeNull();
  });
});
