import captcha from 'svg-captcha';

const style = { width: 200, height: 80, fontSize: 72, noise: 4, color: true, background: '#f4f4f4' };

/** The package draws a text as well as making one up, which its declarations leave out. */
const drawn = captcha as unknown as (text: string, options: typeof style) => string;

/** A picture of the answer, as paths: no font, script or address in it. */
export const draw = (answer: string): string => drawn(answer, style);
