import type { KindEditor } from '../../resource/kind-editor.ts';
import { userForm } from './user-form.ts';

export const userEditor: KindEditor = {
  useForm: () => userForm,
};
