import { Avatar, type AvatarProps } from '@patternfly/react-core';

const colours = 4;

/** Derived from the name, so that a user has the same colour everywhere. */
const colourOf = (name: string) =>
  Math.abs([...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0)) % colours;

/** The avatar of a user, or their initial on one of four colours. */
export function Portrait({ src, name, size }: { src: string; name: string; size: NonNullable<AvatarProps['size']> }) {
  if (src) return <Avatar src={src} alt="" size={size} />;
  return (
    <span
      aria-hidden
      className={`portrait portrait-${colourOf(name)}`}
      // The style sheet draws the initial, so it is not part of a button's accessible name.
      data-initial={name.slice(0, 1).toUpperCase()}
    />
  );
}
