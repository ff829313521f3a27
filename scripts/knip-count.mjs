// A knip reporter that prints the number of checked files, so that checking none is noticed.

/** @type {import('knip').Reporter} */
const reporter = ({ counters }) => {
  console.log(`${counters.processed} files`);
};

export default reporter;
