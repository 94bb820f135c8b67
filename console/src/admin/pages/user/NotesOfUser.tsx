import type { Row } from '@doorwright/crds';
import { DeletedNotice } from './DeletedNotice.tsx';
import { SourceNotes } from './SourceNotes.tsx';

/** What administrators must know before they change a user. */
export const NotesOfUser = ({ object }: { object: Row }) => (
  <>
    <DeletedNotice object={object} />
    <SourceNotes object={object} />
  </>
);
