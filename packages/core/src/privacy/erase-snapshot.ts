/** Erases people and values from the copy of its template that a bulk send keeps. */
import { type SqlPart, sqlPart } from '@countersign/db/sql';
import { isPerson } from './find-person.ts';
import { ERASED, ERASED_EMAIL } from './personal-data.ts';

const nobody = JSON.stringify({ name: ERASED, email: ERASED_EMAIL });

/** The copy with everybody whose entry `person` meets the condition erased, in the same order. */
const withoutPeople = (condition: SqlPart) => sqlPart`template || jsonb_build_object('recipients', coalesce((
  SELECT jsonb_agg(CASE WHEN ${condition} THEN person || ${nobody}::jsonb ELSE person END ORDER BY at)
  FROM jsonb_array_elements(template->'recipients') WITH ORDINALITY AS one(person, at)), '[]'))`;

/** `bulk_send.template` without the person of this address. */
export const templateWithoutPerson = (email: string): SqlPart => withoutPeople(isPerson(email));

/**
 * `bulk_send.template` without people and values, for a bulk send that is never sent again. Types and names of fields stay, like
 * `form_keys`: they are the columns of its answers.
 */
export const anonymousTemplate = sqlPart`${withoutPeople(sqlPart`true`)} || jsonb_build_object('fields', coalesce((
  SELECT jsonb_agg(jsonb_build_object('type', field->'type', 'name', field->'name', 'page', field->'page', 'x', field->'x', 'y', field->'y',
    'w', field->'w', 'h', field->'h', 'recipient_index', field->'recipient_index', 'required', field->'required',
    'read_only', field->'read_only', 'settings', '{}'::jsonb) ORDER BY at)
  FROM jsonb_array_elements(template->'fields') WITH ORDINALITY AS one(field, at)), '[]'))`;
