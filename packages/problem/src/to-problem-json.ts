/** ProblemError -> the problem document on the wire (RFC 9457, section 3). */
import { catalogue } from './catalogue.ts';
import type { ProblemError } from './problem-error.ts';

/** The body of an error answer: `type`, `title`, `status`, `instance`, `docs_url`, `detail` and the problem's own members. */
export function toProblemJson(
  problem: ProblemError,
  request: { path: string; docsUrl: string },
): Record<string, unknown> {
  const { status, title } = catalogue[problem.slug];
  return {
    type: `/problems/${problem.slug}`,
    title,
    status,
    instance: request.path,
    docs_url: `${request.docsUrl}/errors/${problem.slug}`,
    detail: problem.detail ?? title,
    ...problem.members,
  };
}
