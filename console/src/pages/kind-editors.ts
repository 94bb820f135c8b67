import type { KindEditor } from '../resource/kind-editor.ts';
import { userEditor } from './user/user-editor.ts';

/** Kinds whose editor has something of its own. */
export const kindEditors: Record<string, KindEditor> = {
  user: userEditor,
};
