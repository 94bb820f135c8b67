import { UploadButton } from '../upload/UploadButton.tsx';
import { InviteButton } from './InviteButton.tsx';

/** The ways to add people without the editor. */
export const BesideUsers = (place: { organization?: string }) => (
  <div className="side-by-side">
    <InviteButton {...place} />
    <UploadButton />
  </div>
);
