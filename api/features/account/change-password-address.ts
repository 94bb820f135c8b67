import type { RequestHandler } from 'express';

/** The address where password managers look for the form (W3C «A Well-Known URL for Changing Passwords»). */
export const changePasswordPath = '/.well-known/change-password';

export const changePasswordAddress: RequestHandler = (_req, res) => res.redirect(303, '/account/security#password');
