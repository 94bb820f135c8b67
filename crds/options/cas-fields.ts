import { z } from 'zod';
import { flag, integer, list } from '../field.ts';

/** The fields of an application as a service of CAS. */
export const casFields = {
  casServices: list('CAS services', z.string().min(1).max(500), {
    about:
      'URLs of services that sign users in by CAS. They must match exactly, or be below a URL that ends with `/*`. If the list is empty, the application does not use CAS.',
    readmits: 'any',
  }),
  casTicketSeconds: integer('CAS ticket lifetime', {
    about: 'Time in which a service must validate its CAS ticket.',
    min: 10,
    max: 300,
    initial: 10,
    unit: 'seconds',
  }),
  casProxies: flag('CAS proxy tickets', {
    about: 'A CAS service can get tickets for the other CAS services of the application, in the name of its user.',
    readmits: true,
  }),
};
