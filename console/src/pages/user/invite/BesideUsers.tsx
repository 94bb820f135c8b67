import { Flex } from '@patternfly/react-core';
import { UploadButton } from '../upload/UploadButton.tsx';
import { InviteButton } from './InviteButton.tsx';

/** The ways to add people without the editor. */
export const BesideUsers = (place: { organization?: string }) => (
  <Flex>
    <InviteButton {...place} />
    <UploadButton />
  </Flex>
);
