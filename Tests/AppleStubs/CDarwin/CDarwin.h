// Declares the parts of Apple's C library that this project uses.

typedef unsigned char sa_family_t;
typedef unsigned short in_port_t, mode_t;
typedef int dev_t, pid_t;
typedef unsigned int in_addr_t, nfds_t, socklen_t, uid_t, useconds_t;
typedef long ssize_t;
typedef unsigned long size_t, tcflag_t;
typedef long long off_t;
typedef unsigned long long ino_t;

// Errors.
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define ENXIO 6
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define EADDRINUSE 48
#define ECONNABORTED 53
#define ELOOP 62
#define EDQUOT 69
#define ENOLCK 77
char *strerror(int);

// Files.
#define F_SETFD 2
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define LOCK_EX 2
#define LOCK_NB 4
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_NONBLOCK 4
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
struct timespec {
  long tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  ino_t st_ino;
  uid_t st_uid;
  struct timespec st_mtimespec;
  off_t st_size;
};
struct dirent {
  char d_name[1024];
};
typedef struct {
  int fd;
} DIR;
typedef struct {
  int fd;
} FILE;
int close(int);
int closedir(DIR *);
int fchmod(int, mode_t);
int fileno(FILE *);
int flock(int, int);
int fstat(int, struct stat *);
int fsync(int);
int lstat(const char *, struct stat *);
int mkdir(const char *, mode_t);
DIR *opendir(const char *);
ssize_t read(int, void *, size_t);
struct dirent *readdir(DIR *);
char *realpath(const char *restrict, char *restrict);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int rmdir(const char *);
int stat(const char *, struct stat *);
int unlink(const char *);
int unlinkat(int, const char *, int);
ssize_t write(int fd, const void *buf, size_t nbyte);

// Sockets.
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define POLLIN 1
#define POLLOUT 4
#define SHUT_WR 1
#define SHUT_RDWR 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
#define SO_REUSEADDR 4
struct in_addr {
  in_addr_t s_addr;
};
struct in6_addr {
  unsigned char s6_addr[16];
};
extern const struct in6_addr in6addr_loopback;
struct sockaddr {
  sa_family_t sa_family;
};
struct sockaddr_in {
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
};
struct sockaddr_in6 {
  sa_family_t sin6_family;
  in_port_t sin6_port;
  struct in6_addr sin6_addr;
};
struct sockaddr_storage {
  sa_family_t ss_family;
};
struct pollfd {
  int fd;
  short events;
  short revents;
};
int accept(int, struct sockaddr *restrict, socklen_t *restrict);
int bind(int, const struct sockaddr *, socklen_t);
int getsockname(int, struct sockaddr *restrict, socklen_t *restrict);
int listen(int, int);
int poll(struct pollfd *, nfds_t, int);
ssize_t recv(int, void *, size_t, int);
ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
int socket(int, int, int);
int socketpair(int, int, int, int *);

// Terminals.
#define ECHO 8
#define TCSANOW 0
struct termios {
  tcflag_t c_lflag;
};
int isatty(int);
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);

// Processes.
#define _SC_NPROCESSORS_ONLN 58
int execv(const char *, char *const *);
_Noreturn void exit(int);
char *getenv(const char *);
uid_t geteuid(void);
pid_t getpid(void);
int kill(pid_t, int);
int pclose(FILE *);
FILE *popen(const char *, const char *);
long sysconf(int);
int usleep(useconds_t);

// Threads.
struct _opaque_pthread_t {
  long sig;
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct {
  long sig;
} pthread_attr_t;
typedef struct {
  long sig;
} pthread_mutex_t;
typedef struct {
  long sig;
} pthread_mutexattr_t;
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_create(
    pthread_t _Nullable *_Nonnull restrict, const pthread_attr_t *_Nullable restrict,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable restrict);
int pthread_detach(pthread_t _Nonnull);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_init(pthread_mutex_t *restrict, const pthread_mutexattr_t *_Nullable restrict);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);

// Memory, numbers and time.
typedef enum { _CLOCK_MONOTONIC = 6 } clockid_t;
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *_Nonnull, struct timespec *_Nullable);
void free(void *);
void *malloc(size_t);
int memcmp(const void *, const void *, size_t);
double pow(double, double);
char *strdup(const char *);
