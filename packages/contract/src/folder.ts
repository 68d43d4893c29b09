/** Folder shapes (docs/spec/interface.md, Folder). */
import * as z from 'zod';
import { nonBlankText } from './common.ts';

export const MAX_FOLDER_DEPTH = 5;
const FolderName = nonBlankText(120);

export const FolderIn = z
  .object({ name: FolderName, parent_id: z.uuid().nullish() })
  .meta({ id: 'FolderIn' });
export type FolderIn = z.infer<typeof FolderIn>;
export const FolderPatchIn = z
  .object({
    name: FolderName.nullish(),
    parent_id: z.uuid().nullish(),
    move_to_root: z.boolean().default(false),
  })
  .meta({ id: 'FolderPatchIn' });
export type FolderPatchIn = z.infer<typeof FolderPatchIn>;
export const FolderOut = z
  .object({
    id: z.uuid(),
    name: z.string(),
    depth: z.int().describe('1 for a root folder, at most 5'),
    parent_id: z.uuid().nullable(),
  })
  .meta({ id: 'FolderOut' });
export type FolderOut = z.infer<typeof FolderOut>;
