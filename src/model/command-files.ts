/** Whether a file is a script: not YAML, and run by a shell, by make or by Jenkins. */
export function isScript(file: string): boolean {
  return /(?:^|\/)(?:(?:GNUm|M|m)akefile|Jenkinsfile(?:\.[\w.-]+)?|[^/]+\.(?:sh|bash|jenkinsfile))$/.test(
    file,
  );
}

const pipelines =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.gitlab\/[^/]+\.ya?ml|azure-pipelines[\w.-]*\.ya?ml|bitbucket-pipelines\.ya?ml|\.circleci\/config\.ya?ml)$/;

/** Whether a YAML file is of a service that runs jobs, and no manifest. */
function isPipeline(file: string): boolean {
  return pipelines.test(file);
}

/** Whether what a file holds is commands, and no desired state. */
export function runsCommands(file: string): boolean {
  return isScript(file) || isPipeline(file);
}
