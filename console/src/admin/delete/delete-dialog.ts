import { lazyDialog } from '../ui/lazy-dialog.tsx';

export const DeleteDialog = lazyDialog(['editor'], async () => (await import('./DeleteDialog.tsx')).DeleteDialog);
