/** Checks what every problem document must have (RFC 9457; docs/spec/decisions.md, section 2). */
import { catalogue, type ProblemSlug } from '@countersign/problem/catalogue';
import { expect } from '@jest/globals';
import type { Response } from 'supertest';

/** Checks status, media type and the six members. Returns the body for further checks. */
export function expectProblem(response: Response, slug: ProblemSlug): Record<string, unknown> {
  const { status, title } = catalogue[slug];
  expect({ status: response.status, type: response.body.type }).toEqual({
    status,
    type: `/problems/${slug}`,
  });
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(response.body).toMatchObject({
    title,
    status,
    instance: new URL(response.request.url).pathname,
    docs_url: expect.stringMatching(new RegExp(`/errors/${slug}$`)),
    detail: expect.anything(),
  });
  expect(response.headers['cache-control']).toBe('no-store');
  return response.body;
}

/** The errors of a validation problem as `loc type` pairs. */
export function issuesOf(response: Response): string[] {
  expectProblem(response, 'validation');
  return response.body.detail.map(
    ({ loc, type }: { loc: Array<string | number>; type: string }) => `${loc.join('.')} ${type}`,
  );
}
