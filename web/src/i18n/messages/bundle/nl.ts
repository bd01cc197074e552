/** Dutch: the big catalogue, and those areas whose words are needed from the start. */
import { nl as custom } from '../custom/nl';
import { nl as guide } from '../guide/nl';
import { nl as knowledge } from '../knowledge/nl';
import { nl as levels } from '../levels/nl';
import { nl as a11y } from '../a11y/nl';
import { nl as most } from '../nl';

export const nl = { ...most, ...custom, ...guide, ...knowledge, ...levels, ...a11y };
