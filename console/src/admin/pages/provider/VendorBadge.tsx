import type { TypeDescription } from '@doorwright/crds/providers/description.ts';

/** White letters on the color of a vendor. The name of the vendor stands beside it. */
export const VendorBadge = ({ letters, color }: TypeDescription['logo']) => (
  <svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28">
    <rect x="0.5" y="0.5" width="27" height="27" rx="6" fill={color} stroke="#fff" strokeOpacity="0.4" />
    <text x="14" y="18.5" textAnchor="middle" fontSize="12" fontWeight="600" fill="#fff">
      {letters}
    </text>
  </svg>
);
