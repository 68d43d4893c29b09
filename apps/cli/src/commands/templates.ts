/** `countersign templates …` */
import { group } from '../define.ts';
import type { Session } from '../session.ts';
import { addAnswers } from './templates/answers.ts';
import { addCreate } from './templates/create.ts';
import { addDelete } from './templates/delete.ts';
import { addDuplicate } from './templates/duplicate.ts';
import { addGet } from './templates/get.ts';
import { addLinks } from './templates/links.ts';
import { addList } from './templates/list.ts';
import { addUse } from './templates/use.ts';
import { addVersions } from './templates/versions.ts';

/** Builds the command group. */
export function templatesCommand(session: Session) {
  const templates = group('templates', 'PDFs with placeholders, from which documents are made');
  addList(templates, session);
  addGet(templates, session);
  addAnswers(templates, session);
  addCreate(templates, session);
  addDuplicate(templates, session);
  addDelete(templates, session);
  addUse(templates, session);
  addLinks(templates, session);
  addVersions(templates, session);
  return templates;
}
