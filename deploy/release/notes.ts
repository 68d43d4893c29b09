/** Release notes from CHANGELOG.md (https://keepachangelog.com). */

export interface Notes {
  /** The heading, for example `0.2.0` or `Unreleased`. */
  name: string;
  /** YYYY-MM-DD; null for `Unreleased`. */
  date: string | null;
  text: string;
}

/** The sections of a changelog, in the order of the file. */
export function changelogSections(changelog: string): Notes[] {
  const sections: Notes[] = [];
  let lines: string[] = [];
  for (const line of changelog.split('\n')) {
    const heading = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\s*$/.exec(line);
    if (heading) {
      lines = [];
      sections.push({ name: heading[1]!, date: heading[2] ?? null, text: '' });
    } else if (line.startsWith('## ')) {
      throw new Error(`CHANGELOG.md: "${line}" must be "## [1.2.3] - 2026-01-31" or "## [Unreleased]"`);
    } else {
      lines.push(line);
    }
    const current = sections.at(-1);
    if (current) current.text = lines.join('\n').trim();
  }
  return sections;
}

/**
 * The notes of a version. Throws if its section is missing, has no date or is empty, or if changes are left under Unreleased, which
 * would be released without being listed.
 */
export function releaseNotes(changelog: string, version: string): Notes {
  const sections = changelogSections(changelog);
  const notes = sections.find(({ name }) => name === version);
  if (!notes) throw new Error(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"`);
  if (!notes.date) throw new Error(`CHANGELOG.md: the section of ${version} has no date`);
  if (notes.text === '') throw new Error(`CHANGELOG.md: the section of ${version} is empty`);
  if (sections.some(({ name, text }) => name === 'Unreleased' && text !== ''))
    throw new Error(`CHANGELOG.md has changes under Unreleased: move them to ${version}`);
  return notes;
}

/** For a dry run: the notes of the version, or of what is not released yet. Throws if there are neither. */
export function draftNotes(changelog: string, version: string): Notes {
  const sections = changelogSections(changelog).filter(({ text }) => text !== '');
  const notes =
    sections.find(({ name }) => name === 'Unreleased') ?? sections.find(({ name }) => name === version);
  if (!notes)
    throw new Error(`CHANGELOG.md has neither changes under Unreleased nor a section of ${version}`);
  return notes;
}
