import type { Service } from './services.ts';

/** The picture of a service, or white letters on its color. The letters are drawing and no text: the button has the name. */
export const ServiceBadge = ({ picture, letters, color }: Pick<Service, 'picture' | 'letters' | 'color'>) =>
  picture ? (
    <img className="badge" src={picture} alt="" width={30} height={30} />
  ) : (
    <span className="badge" style={{ background: color }} data-letters={letters} aria-hidden="true" />
  );
