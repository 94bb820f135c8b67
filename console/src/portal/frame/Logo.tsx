import type { Brand } from '@doorwright/crds/brand/brand-of.ts';
import { webAddress } from './links.ts';

interface Props {
  looks: Pick<Brand, 'logo' | 'logoDark' | 'favicon'>;
  /** The name that the logo shows, or that stands beside the icon. */
  name: string;
}

export const iconOf = ({ favicon }: Pick<Brand, 'favicon'>): string => webAddress(favicon) ?? '/icon.svg';

/** The logo of the theme, or the icon and the name. */
export function Logo({ looks, name }: Props) {
  const logo = webAddress(looks.logo);
  const dark = webAddress(looks.logoDark);
  if (!logo)
    return (
      <>
        <img className="icon" src={iconOf(looks)} alt="" />
        {name}
      </>
    );
  return (
    <>
      <img className={dark ? 'logo in-light' : 'logo'} src={logo} alt={name} />
      {dark && <img className="logo in-dark" src={dark} alt={name} />}
    </>
  );
}
