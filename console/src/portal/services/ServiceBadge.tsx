import type { Service } from './services.ts';

/**
 * The picture of a service, its own mark, or white letters on its color. It is drawing and no text: the button has the name. A mark without
 * colors has that of the text, as its owner asks for light and for dark pages.
 */
export function ServiceBadge({
  picture,
  letters,
  color,
  mark,
}: Pick<Service, 'picture' | 'letters' | 'color'> & Partial<Pick<Service, 'mark'>>) {
  if (picture) return <img className="badge" src={picture} alt="" width={30} height={30} />;
  if (!mark) return <span className="badge" style={{ background: color }} data-letters={letters} aria-hidden="true" />;
  return (
    <svg className="service-mark" viewBox={mark.box} aria-hidden="true">
      {mark.paths.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill ?? 'currentColor'} />
      ))}
    </svg>
  );
}
