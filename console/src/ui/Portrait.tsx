import { Avatar, type AvatarProps } from '@patternfly/react-core';

const colours = 4;

/** The same person has the same colour everywhere. */
const colourOf = (name: string) =>
  Math.abs([...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0)) % colours;

/** The picture of a person, or his initial on one of four colours. */
export function Portrait({ src, name, size }: { src: string; name: string; size: NonNullable<AvatarProps['size']> }) {
  if (src) return <Avatar src={src} alt="" size={size} />;
  return (
    <span
      aria-hidden
      className={`portrait portrait-${colourOf(name)}`}
      // Drawn by the style sheet: it is no part of any button's name.
      data-initial={name.slice(0, 1).toUpperCase()}
    />
  );
}
