import type { Row } from '@doorwright/crds';
import { FapiPreset } from './fapi/FapiPreset.tsx';
import { SamlCard } from './saml/SamlCard.tsx';

/** The special parts of the tab about protocols. */
export function ProtocolsPart({ object }: { object: Row }) {
  return (
    <>
      <FapiPreset object={object} />
      <SamlCard object={object} />
    </>
  );
}
