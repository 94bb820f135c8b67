import type { KindList } from '../../list/kind-list.ts';
import { UploadButton } from './upload/UploadButton.tsx';

export const userList: KindList = { Beside: UploadButton };
