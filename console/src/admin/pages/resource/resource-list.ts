import type { KindList } from '../../list/kind-list.ts';
import { UploadFile } from './UploadFile.tsx';

export const resourceList: KindList = {
  copies: ({ url }) => (url ? [{ words: 'copyLink', text: String(url) }] : []),
  Beside: UploadFile,
};
