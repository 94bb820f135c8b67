import type { KindList } from '../../list/kind-list.ts';
import { InviteButton } from './invite/InviteButton.tsx';
import { UploadButton } from './upload/UploadButton.tsx';

export const userList: KindList = { Beside: UploadButton, Above: InviteButton };
